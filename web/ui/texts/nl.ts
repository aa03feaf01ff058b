/** The texts of this language by their files, each fetched when a page wants it. Those of others' parts are no parts. */
export const catalogues = import.meta.glob([
  '../../../contract/messages/nl/*.ts',
  '!../../../contract/messages/nl/{auth,documents,errors,general,list,mail,papers,served,shell,trouble}.ts',
])
