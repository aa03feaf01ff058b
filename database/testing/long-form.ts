/** Whether the long form runs: more cases, tries, languages and sizes (checks/stages.ts). */
export const isLong = process.env.TESTS === 'all'
