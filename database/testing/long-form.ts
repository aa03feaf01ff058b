/** Whether the long form runs: more cases, tries and languages (checks/stages.ts). */
export const isLong = process.env.TESTS === 'all'
