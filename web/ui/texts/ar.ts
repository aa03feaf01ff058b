/**
 * The catalogues of this language by file, each loaded when a page needs it. Files that are no catalogue are left out.
 */
export const catalogues = import.meta.glob([
  '../../../contract/messages/ar/*.ts',
  '!../../../contract/messages/ar/{auth,documents,errors,general,list,mail,papers,served,shell,trouble}.ts',
])
