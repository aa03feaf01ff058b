/** Where the program writes what the operator should know; one line at a time. */
export type Log = { info: (message: string) => void; warn: (message: string) => void }
