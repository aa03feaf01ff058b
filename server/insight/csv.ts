import type { insightParts } from '#contract/console/insight.ts'
import type { Staff } from '#contract/console/staff.ts'
import { formatText } from '#contract/format-text.ts'
import { type Language, localeOf } from '#contract/languages.ts'
import { type TextKey, texts } from '#contract/texts.ts'
import { escapeFormulas } from '#contract/values/spreadsheet.ts'
import { csvRows } from '#server/formats/csv/write.ts'
import { eachAdoption, type InsightDeps, readInsight } from './insight.ts'
import { selectAnswers } from './queries.ts'

type Export = { part: (typeof insightParts)[number]; days: number; language: Language }

/** A part of the insight as CSV with headings in a language, a piece at a time. */
export async function* insightAsCsv(
  deps: InsightDeps,
  staff: Staff,
  { part, days, language }: Export,
): AsyncGenerator<string> {
  const t = (key: TextKey) => formatText(texts[language][key], localeOf(language), {})
  const head = (...keys: TextKey[]) => `\uFEFF${csvRows([keys.map(t)])}`
  if (part === 'customers') {
    yield head('insight.number', 'insight.name', 'insight.invited', 'insight.signedIn', 'insight.weekly')
    for await (const page of eachAdoption(deps, staff))
      yield csvRows(
        page.map(({ number, name, invited, signedIn, weekly }) => [
          ...[number, name].map(escapeFormulas),
          ...[invited, signedIn, weekly].map(String),
        ]),
      )
    return
  }
  const insight = await readInsight(deps, days)
  if (part === 'searches') {
    yield head('insight.word', 'insight.times')
    yield csvRows(insight.vain.map(({ word, times }) => [escapeFormulas(word), String(times)]))
    return
  }
  if (part === 'answers') {
    yield head('insight.day', 'insight.answered', 'insight.waiting', 'insight.median', 'insight.most')
    const rows = await selectAnswers(deps.db, new Date(insight.from))
    yield csvRows(
      rows
        .filter(({ day }) => day !== '')
        .map(({ day, answered, waiting, median, most }) => [
          ...[day, String(answered), String(waiting)],
          ...[median, most].map((hours) => (hours === null ? '' : String(hours))),
        ]),
    )
    return
  }
  yield head('insight.day', ...insight.counts.map(({ what }): TextKey => `insight.thing.${what}`))
  const first = Date.parse(insight.from)
  const dates = insight.counts[0]?.days.map((_, index) => new Date(first + index * 86_400_000).toISOString()) ?? []
  yield csvRows(
    dates.map((date, index) => [date.slice(0, 10), ...insight.counts.map((one) => String(one.days[index] ?? 0))]),
  )
}
