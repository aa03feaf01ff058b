/** Whether the long form runs: more languages, sizes and tries (checks/stages.ts). */
export const isLong = process.env.TESTS === 'all'
