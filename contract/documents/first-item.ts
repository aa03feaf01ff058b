/** How many characters of the name of its first item a list shows of a document. */
export const firstItemLength = 80
