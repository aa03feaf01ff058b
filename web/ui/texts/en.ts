/**
 * The catalogues of this language by file, each loaded when a page needs it. Files that are no catalogue are left out.
 */
export const catalogues = import.meta.glob([
  '../../../contract/messages/en/*.ts',
  '!../../../contract/messages/en/{auth,documents,errors,general,list,mail,papers,served,shell,trouble}.ts',
])
