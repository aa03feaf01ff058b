import type { Pool } from 'pg'
import { type guessImport, importLimits, type previewImport } from '#contract/console/imports.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { GuessChoices, GuessTable } from '#contract/imports/guess.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import type { GuessedProfile } from '#server/formats/format.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { selectLatestProfiles } from '../profile-queries.ts'
import { checkedProfile } from '../profiles.ts'
import { inOwnFolder } from '../scratch.ts'
import type { PreviewFiles } from '../take-files.ts'
import { selectAccountsByName, selectKnownNumbers } from './queries.ts'
import { writeUploads } from './uploads.ts'

type GuessDeps = { db: Pool; consolePool: Pool; preview: PreviewFiles }

/** What uploaded files are taken for, with what somebody chose instead. Throws not_found, invalid_input. */
export function guessUploads(
  deps: GuessDeps,
  staff: Staff,
  { uploads, choices }: Body<typeof guessImport>,
): Promise<Reply<typeof guessImport>> {
  const [first] = Object.values(choices.formulas ?? {}).flatMap(profileFormat.valueProblems)
  if (first) throw new PortalError('invalid_input', first.message)
  return inOwnFolder(async (folder) => {
    const files = await writeUploads(deps.db, staff.staffId, uploads, folder)
    const earlier = await selectLatestProfiles(deps.db)
    const guess = (chosen: GuessChoices) => profileFormat.guess(files, { choices: chosen, earlier })
    try {
      const guessed = await guess(choices)
      const named = await customersByName(deps, staff, guessed)
      return { ...(named ? await guess(withCustomers(choices, named)) : guessed), fields: [...profileFormat.fields] }
    } catch (error) {
      if (error instanceof FileRefused) throw new PortalError('invalid_input', error.message, { cause: error })
      throw error
    }
  })
}

/** The numbers of customers whose names stand in the file and which nobody has said; undefined when there are none. */
async function customersByName(
  { consolePool }: GuessDeps,
  staff: Staff,
  { tables }: GuessedProfile,
): Promise<Record<string, string> | undefined> {
  const open = tables.find(({ name }) => name === 'customers')?.entries.filter(isOpen) ?? []
  if (open.length === 0) return undefined
  const accounts = await selectAccountsByName(
    consolePool,
    staff,
    open.map(({ from }) => from),
  )
  const byName = Map.groupBy(accounts, ({ name }) => name)
  const sure = [...byName].flatMap(([name, [account, ...others]]) =>
    account && others.length === 0 ? [[name, account.number]] : [],
  )
  return sure.length === 0 ? undefined : Object.fromEntries(sure)
}

const isOpen = ({ to }: GuessTable['entries'][number]) => to === '?'

function withCustomers(choices: GuessChoices, customers: Record<string, string>): GuessChoices {
  return { ...choices, values: { ...choices.values, customers: { ...customers, ...choices.values?.customers } } }
}

/** What a profile makes of the beginning of uploaded files: the first set of them. Throws not_found, invalid_input. */
export function previewUploads(
  deps: GuessDeps,
  staff: Staff,
  { uploads, profile: input }: Body<typeof previewImport>,
): Promise<Reply<typeof previewImport>> {
  const profile = checkedProfile(input)
  return inOwnFolder(async (folder) => {
    const all = await writeUploads(deps.db, staff.staffId, uploads, folder)
    const [set] = profileFormat.sets(profile, all)
    const files = set?.files ?? []
    const most = { rows: importLimits.previewRows, documents: importLimits.previewDocuments }
    const preview = await deps.preview({ profile, files, scratch: folder }, most)
    const numbers = [...new Set(preview.documents.map(({ account }) => String(account)))]
    const known = new Set(await selectKnownNumbers(deps.consolePool, staff, numbers))
    return { ...preview, newCustomers: numbers.filter((number) => !known.has(number)) }
  })
}
