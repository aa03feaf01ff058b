/**
 * The catalogues of this language by file, each loaded when a page needs it. Left out are those that only the server
 * reads and those that come with another's file.
 */
export const catalogues = import.meta.glob(
  [
    '../../../contract/messages/nl/*.json',
    '!../../../contract/messages/nl/{console*,documents,errors,general,list,mail,papers,trouble}.json',
  ],
  { query: '?parsed' },
)
