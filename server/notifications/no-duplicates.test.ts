import { beforeAll, describe, expect, test } from 'vitest'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { testPortal } from '../testing/portal.ts'

/*
 * Whatever settings a person changes, and whenever: nothing is mailed to them twice, and nothing that they want is
 * lost.
 */
const portal = await testPortal('2026-03-02T09:00:00Z')
const { owner } = portal.database
const start = Date.parse('2026-03-03T00:00:00Z')
let day = 0
/** Sets the clock to a time of the day this many days later. */
const at = (days: number, time: string) => {
  const instant = `${new Date(start + (day + days) * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`
  portal.setTime(instant)
  return instant.slice(0, 10)
}

const channelsByChoice = {
  'at once': ['portal', 'now'],
  'once a day': ['portal', 'digest'],
  'in the portal alone': ['portal'],
} as const
type DeliveryChoice = keyof typeof channelsByChoice
const deliveryChoices = Object.keys(channelsByChoice) as DeliveryChoice[]
/** The moments at which a person may change their settings. */
const moments = {
  before: 'before it is told',
  unsent: 'before the mail leaves',
  mailed: 'when the mail has left',
  taken: 'while the digest is made',
  digested: 'after the digest',
} as const
type Moment = keyof typeof moments

async function change(body: Partial<Pick<NoticeSettings, 'quiet'>> & { kinds?: unknown }) {
  const token = await portal.login('ann@a.example')
  expect((await portal.call('PUT', '/notifications/settings', { token, body })).status).toBe(200)
}
const choose = (choice: DeliveryChoice) =>
  change({ kinds: [{ kind: 'orders.onHold', channels: channelsByChoice[choice] }] })

let sent: string[] = []
const send = async () => {
  sent.push(...(await portal.mails()).map(({ text }) => text))
}
const timesMailed = (number: string) => sent.filter((text) => text.includes(`Order ${number} is on hold`)).length
const hold = (number: string, issueDate: string) =>
  portal.ingest({ type: 'orders', number, account: 'C-1', status: 'on_hold', issueDate })

/** Three days with an order held up on each; `next` is chosen at the moment. Returns how often the first was mailed. */
async function runScenario(first: DeliveryChoice, moment: Moment, next: DeliveryChoice): Promise<number> {
  const name = `X${day}`
  sent = []
  const changeAt = async (current: Moment) => {
    if (current === moment) await choose(next)
  }
  const today = at(0, '09:00')
  await choose(first)
  await hold(`${name}-A`, today)
  await changeAt('before')
  at(0, '09:02')
  await portal.runDueJobs()
  await changeAt('unsent')
  await send()
  await changeAt('mailed')
  await hold(`${name}-B`, at(0, '15:00'))
  at(0, '15:02')
  await portal.runDueJobs()
  await send()
  // It is morning and a server has taken the due jobs; another server notifies of the next order meanwhile.
  const morning = at(1, '07:30')
  let digestStarted = false
  await portal.runDueJobs(async ({ name: job }) => {
    if (job !== 'digest' || digestStarted) return
    digestStarted = true
    await changeAt('taken')
    await hold(`${name}-C`, morning)
  })
  await send()
  at(1, '07:45')
  await portal.runDueJobs()
  await send()
  await changeAt('digested')
  for (const later of [2, 3, 4]) {
    at(later, '07:30')
    await portal.runDueJobs()
    await send()
  }
  const others = ['B', 'C'].map((suffix) => timesMailed(`${name}-${suffix}`))
  expect(Math.max(...others)).toBeLessThanOrEqual(1)
  day += 6
  return timesMailed(`${name}-A`)
}

beforeAll(async () => {
  await portal.ingest({ type: 'orders', number: 'FIRST', account: 'C-1', issueDate: '2026-01-01' })
  portal.setTime('2026-03-02T09:01:00Z')
  await portal.signIn('ann@a.example', 'C-1', 'buyer')
  await owner.query(`update users set time_zone = 'UTC' where email = 'ann@a.example'`)
})

describe('one thing that happened is mailed', () => {
  test('once to people who want it at once or once a day, and never to those who want it in the portal alone', async () => {
    for (const choice of deliveryChoices)
      expect([choice, await runScenario(choice, 'before', choice)]).toEqual([
        choice,
        choice === deliveryChoices[2] ? 0 : 1,
      ])
  })

  for (const [moment, when] of Object.entries(moments) as [Moment, string][]) {
    test(`once at most, whatever one changes to whatever else ${when}`, { timeout: 30_000 }, async () => {
      for (const first of deliveryChoices) {
        for (const next of deliveryChoices.filter((choice) => choice !== first)) {
          const times = await runScenario(first, moment, next)
          // A person who wants mails before and after gets the notice by mail, at once or in the digest.
          const wantsMail = first !== deliveryChoices[2] && next !== deliveryChoices[2]
          expect([first, next, times]).toEqual([first, next, wantsMail ? 1 : Math.min(times, 1)])
        }
      }
    })
  }

  test('once to a person who changes their mind in quiet hours, when these are over', async () => {
    await change({ quiet: { from: '20:00', to: '07:00' } })
    for (const [first, next] of [
      ['at once', 'once a day'],
      ['once a day', 'at once'],
    ] as const) {
      sent = []
      const number = `Q${day}`
      await choose(first)
      await hold(number, at(0, '21:00'))
      at(0, '21:02')
      await portal.runDueJobs()
      await choose(next)
      at(0, '22:00')
      await portal.runDueJobs()
      await send()
      expect(timesMailed(number)).toBe(0)
      for (const later of [1, 2, 3]) {
        at(later, '07:00')
        await portal.runDueJobs()
        at(later, '07:10')
        await portal.runDueJobs()
        await send()
      }
      expect([first, timesMailed(number)]).toEqual([first, 1])
      day += 5
    }
    await change({ quiet: null })
  })

  test('once also when more of its kind follows, which is counted together', async () => {
    for (const [choice, groupText] of [
      ['at once', '3 orders are on hold.'],
      ['once a day', '3 orders are on hold.'],
    ] as const) {
      sent = []
      await choose(choice)
      const today = at(0, '09:00')
      const numbers = [1, 2, 3, 4].map((nth) => `B${day}-${nth}`)
      for (const number of numbers) await hold(number, today)
      at(0, '09:02')
      await portal.runDueJobs()
      await send()
      at(0, '09:03')
      for (const nth of [5, 6, 7]) await hold(`B${day}-${nth}`, today)
      at(0, '09:05')
      await portal.runDueJobs()
      await send()
      at(1, '07:30')
      await portal.runDueJobs()
      await send()
      expect(numbers.map(timesMailed)).toEqual([1, 1, 1, 1])
      expect(sent.filter((text) => text.includes(groupText))).toHaveLength(1)
      day += 3
    }
  })
})
