import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Reply } from '#contract/endpoint.ts'
import { notFound, PortalError, translatable } from '#contract/errors.ts'
import type { DirectoryRegion } from '#contract/regions/calls.ts'
import * as contract from '#contract/regions/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import { ingestRoute, viewerRoute } from '../http/register.ts'
import { returnAddress, signOnAddress } from './provider.ts'
import { findSignedInPerson, type SignedInPerson, selectAccountsOf } from './queries.ts'
import type { Regions } from './regions.ts'

type RegionRouteDeps = {
  db: Pool
  /** Undefined where there is one portal alone. */
  regions: Regions | undefined
}

/** How long another region may take to say which accounts a person has, in milliseconds: a menu waits for it. */
const answerTimeout = 4_000

/** Endpoints by which a person goes on in another region, and which regions call each other by. */
export function regionRoutes(app: FastifyInstance, { db, regions }: RegionRouteDeps): void {
  const readAccounts = createAccountReader(regions)
  viewerRoute(app, contract.listRegionAccounts, async ({ viewer }) =>
    readAccounts((await requirePerson(db, viewer)).email),
  )

  viewerRoute(app, contract.visitRegion, async ({ viewer, params, body: { account } }) => {
    const { region, passes, directory } = otherRegion(regions, params.region)
    const { remembered: remember } = await requirePerson(db, viewer)
    const pass = await passes.seal('visit', region.name, {})
    return { url: signOnAddress(region, { region: directory.own.name, pass, account, remember }) }
  })

  viewerRoute(app, contract.vouchForPerson, async ({ viewer, params, body: { state, nonce } }) => {
    const { region, passes } = otherRegion(regions, params.region)
    const { email, name, bothFactors } = await requirePerson(db, viewer)
    const claims = { nonce, sub: viewer.userId, email, name, bothFactors }
    return { url: returnAddress(region, { code: await passes.seal('person', region.name, claims), state }) }
  })

  ingestRoute(app, contract.findPersonAccounts, async ({ body: { email } }) => ({
    accounts: await selectAccountsOf(db, email),
  }))

  ingestRoute(app, contract.showRegion, async () => {
    if (!regions) throw notFound()
    const { own, hash } = regions.directory
    return { region: own.name, directory: hash }
  })
}

function otherRegion(regions: Regions | undefined, name: string): Regions & { region: DirectoryRegion } {
  const region = regions?.directory.others.find((other) => other.name === name)
  if (!regions || !region) throw notFound()
  return { ...regions, region }
}

async function requirePerson(db: Pool, viewer: Viewer): Promise<SignedInPerson> {
  const person = await findSignedInPerson(db, viewer.sessionId)
  if (!person) throw new PortalError('not_signed_in', translatable('error.signIn'))
  return person
}

type AccountsReply = Reply<typeof contract.listRegionAccounts>

/** How long an answer of other regions is good, in milliseconds, and how many are kept: nobody floods them through a menu. */
const answerAge = 10_000
const mostAnswers = 1_000

/** Asks the other regions for the accounts of a person, by e-mail, at most once in a while. */
function createAccountReader(regions: Regions | undefined): (email: string) => Promise<AccountsReply> {
  const answers = new Map<string, { until: number; reply: Promise<AccountsReply> }>()
  const ask = async (email: string): Promise<AccountsReply> => {
    const others = regions?.directory.others ?? []
    const replies = await Promise.all(others.map((region) => askForAccounts(regions, region, email)))
    return {
      accounts: replies.flatMap(({ accounts }) => accounts),
      unavailable: replies.flatMap(({ unavailable }) => unavailable),
    }
  }
  return (email) => {
    const now = performance.now()
    for (const [key, { until }] of answers) if (until <= now || answers.size >= mostAnswers) answers.delete(key)
    const answer = answers.get(email) ?? { until: now + answerAge, reply: ask(email) }
    answers.set(email, answer)
    return answer.reply
  }
}

/** The accounts of a person in another region, or that it does not answer: the others are shown all the same. */
async function askForAccounts(
  regions: Regions | undefined,
  region: DirectoryRegion,
  email: string,
): Promise<AccountsReply> {
  const shown = { name: region.name, title: region.title }
  const { method, path } = contract.findPersonAccounts
  const body = JSON.stringify({ email })
  try {
    const reply = await regions?.call(region, { method, path, body, type: 'application/json', timeout: answerTimeout })
    if (reply?.status !== 200) return { accounts: [], unavailable: [shown] }
    const { accounts } = JSON.parse(reply.text) as Reply<typeof contract.findPersonAccounts>
    return { accounts: accounts.map((account) => ({ region: shown, ...account })), unavailable: [] }
  } catch {
    // Shown as unavailable; `doctor` says why.
    return { accounts: [], unavailable: [shown] }
  }
}
