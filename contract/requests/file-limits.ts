/** The most files of one request, and of one message. */
export const maxRequestFiles = 5
/** The most bytes of files that one person, and one account, may send within a day. */
export const maxBytesPerDay = { person: 100_000_000, account: 250_000_000 } as const
/** The most bytes of one file. */
export const maxFileBytes = 8_000_000
/** Minutes after a request or a message within which files can be added. */
export const fileUploadMinutes = 60
