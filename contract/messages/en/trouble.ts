/** What must be said even when the texts could not be loaded: the program itself brings these, in English. */
export const trouble = {
  'action.reload': 'Reload the page',
  'state.offline.title': 'You are offline',
  'state.offline.text': 'This page loads by itself when the connection is back.',
  'error.title': 'Unexpected Application Error!',
  'error.text': 'Something in this page went wrong. Your documents are safe. Reload the page to continue.',
  'error.chunk.title': 'This part of the portal could not be loaded',
  'error.chunk.text': 'The connection broke off, or the portal was updated. Reload the page to continue.',
} as const
