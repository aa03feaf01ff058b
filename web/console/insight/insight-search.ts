import { searchReader } from '#contract/search-parameters.ts'

/** Over how many days is looked back, as the address says. */
export type InsightSearch = { days?: string | undefined }

/** What an address asks of the page of the insight. */
export const readInsightSearch = searchReader<InsightSearch>({ days: /^(7|30|90|365)$/ })
