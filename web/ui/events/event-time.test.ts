import { describe, expect, test } from 'vitest'
import { localDate } from '../format.ts'
import { loadTexts } from '../load-texts.ts'
import { timeZone } from '../locale.ts'
import { eventLocalTime, groupByDay, timeOnSite } from './event-time.ts'

await loadTexts(['detail'])

/** The UTC offset of whoever runs this test, such as +01:00. */
function viewerOffset(moment: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(moment),
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice('GMT'.length) || '+00:00'
}

describe('when something happened', () => {
  test('has the date and time that the clocks showed on site, even on another day', () => {
    expect(eventLocalTime({ occurredAt: '2026-03-03T23:30:00Z', offset: '+05:30' })).toEqual({
      day: '2026-03-04',
      time: '05:00',
      offset: '+05:30',
    })
    expect(eventLocalTime({ occurredAt: '2026-03-04T02:15:00Z', offset: '-05:00' })).toMatchObject({
      day: '2026-03-03',
      time: '21:15',
    })
  })

  test('names the time on site only where it is not the viewer’s', () => {
    const occurredAt = '2026-03-03T10:15:00Z'
    expect(timeOnSite({ occurredAt, offset: viewerOffset(occurredAt) })).toBeNull()
    expect(timeOnSite({ occurredAt, offset: null })).toBeNull()
    const other = viewerOffset(occurredAt) === '+05:45' ? '+06:45' : '+05:45'
    expect(timeOnSite({ occurredAt, offset: other })).toMatch(/1[67]:00 UTC\+[56]:45$/)
  })

  test('names the day on site where it is another one', () => {
    // Fourteen hours ahead of UTC and twelve behind: one of them has another date than any viewer.
    const occurredAt = '2026-03-03T11:30:00Z'
    const texts = ['+14:00', '-12:00'].map((offset) => timeOnSite({ occurredAt, offset }))
    expect(texts.filter((text) => /2026, (01:30 UTC\+14|23:30 UTC−12)$/.test(text ?? ''))).not.toEqual([])
  })

  test('stands under the viewer’s day, the latest on top', () => {
    const events = ['2026-03-03T08:00:00Z', '2026-03-05T23:30:00Z', '2026-03-03T09:00:00Z'].map((occurredAt) => ({
      occurredAt,
      offset: '+08:00',
    }))
    expect(groupByDay(events)).toEqual([
      { day: localDate(new Date('2026-03-05T23:30:00Z')), events: [events[1]] },
      { day: localDate(new Date('2026-03-03T09:00:00Z')), events: [events[2], events[0]] },
    ])
  })
})
