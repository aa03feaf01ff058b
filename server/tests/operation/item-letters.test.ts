import { expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { listItems } from '#contract/items/endpoints.ts'
import { fold } from '#contract/search/search.ts'
import { renewTermsOfItems } from '#server/ingest/maintenance/renew-item-terms.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal('2026-03-10T09:00:00Z')
const names = {
  'TAPE-5': 'Maßband 5 m',
  'BEEF-1': 'Bœuf en gelée',
  'ICE-1': 'Ærlig þynnka',
  'TOOL-1': 'أدوات القياس',
  'PIPE-1': 'مُؤَشِّر الضغط',
}
await portal.ingest({
  ...{
    type: 'orders',
    number: 'SO-1',
    status: 'confirmed',
    currency: 'EUR',
    account: 'C-1',
    accountName: 'Better Bikes',
    issueDate: '2026-03-01',
  },
  lines: Object.entries(names).map(([sku, name], at) => ({
    ...{ line: `${at + 1}`, sku, name, quantity: '1', unit: 'EA' },
    ...(sku === 'TAPE-5' ? { serials: ['GRÖẞE-7'] } : {}),
  })),
})
const token = await portal.signIn('buyer@a.example', 'C-1', 'buyer')
const find = async (q: string) =>
  (await portal.get(`/items?q=${encodeURIComponent(q)}`, token)).body as Reply<typeof listItems>
const itemsOf = async (q: string) => (await find(q)).items.map(({ sku }) => sku)

test('An item is found by each word of its name, in whichever letters of the six languages it is written', async () => {
  for (const [sku, name] of Object.entries(names))
    for (const word of name.split(' ').filter((part) => part.length > 1))
      expect(await itemsOf(word), word).toContain(sku)
})

test('An item is found by its name without accents and vowel marks, and with other forms of the same letters', async () => {
  expect(await itemsOf('massband')).toEqual(['TAPE-5'])
  expect(await itemsOf('MASSBAND')).toEqual(['TAPE-5'])
  expect(await itemsOf('boeuf')).toEqual(['BEEF-1'])
  expect(await itemsOf('ادوات')).toEqual(['TOOL-1'])
  expect(await itemsOf('موشر')).toEqual(['PIPE-1'])
})

test('What is stored of a name and what is typed are folded alike', async () => {
  const blocks = [
    ...[0x20, 0x24f],
    ...[0x300, 0x36f],
    ...[0x590, 0x6ff],
    ...[0x750, 0x77f],
    ...[0x1e00, 0x1eff],
    ...[0x2000, 0x218f],
    ...[0x3040, 0x30ff],
    ...[0xfb00, 0xfdff],
    ...[0xfe70, 0xfeff],
  ]
  const letters = blocks.flatMap((from, at) =>
    at % 2 === 0
      ? Array.from({ length: (blocks[at + 1] as number) - from + 1 }, (_, more) => String.fromCodePoint(from + more))
      : [],
  )
  const { rows } = await portal.database.owner.query<{ said: string; folded: string }>(
    'select said, folded(said) as folded from unnest($1::text[]) said',
    [letters],
  )
  expect(rows).toHaveLength(letters.length)
  expect(
    rows.filter(({ said, folded }) => folded !== fold(said)).map(({ said, folded }) => [said, folded, fold(said)]),
  ).toEqual([])
})

test('An item and a serial number that were sent before an upgrade are found by all their letters after it', async () => {
  const { owner, pools } = portal.database
  const terms = async () => (await owner.query('select sku, term from item_terms order by 1, 2')).rows
  const codes = async () => (await owner.query('select code, written from units order by 1, 2')).rows
  const before = [await terms(), await codes()]
  expect(await renewTermsOfItems({ workPool: pools.work })).toBe(0)
  await owner.query(`update item_terms set term = 'maßband' where term = 'massband'`)
  await owner.query(`update units set code = 'größe7'`)
  await owner.query(`insert into item_terms_to_renew values ('00000000-0000-0000-0000-000000000000')`)
  expect(await itemsOf('maßband')).toEqual([])
  await expect(renewTermsOfItems({ workPool: pools.work, hasRoom: () => false })).rejects.toMatchObject({
    code: 'storage_full',
  })
  expect(await renewTermsOfItems({ workPool: pools.work })).toBe(1)
  expect(await itemsOf('maßband')).toEqual(['TAPE-5'])
  expect((await find('größe-7')).units).toMatchObject([{ code: 'GRÖẞE-7' }])
  expect([await terms(), await codes()]).toEqual(before)
  expect(await renewTermsOfItems({ workPool: pools.work })).toBe(0)
})

test('The serial numbers of a customer who has very many are stored anew a part at a time', async () => {
  const { owner, pools } = portal.database
  await owner.query(
    `insert into units (account_id, code, type, list_date, document_id, position, kind, written, sku)
select account_id, 'größe' || n, type, list_date, document_id, position, kind, 'GRÖẞE-' || n, sku
from units, generate_series(10000, 14500) n where written = 'GRÖẞE-7'`,
  )
  await owner.query(`create function refuse_many() returns trigger language plpgsql as $$ begin
  if (select count(*) from changed) > 2000 then raise 'too many rows in one statement'; end if;
  return null;
end $$`)
  await owner.query(`create trigger refuse_many after update on units referencing new table as changed
for each statement execute function refuse_many()`)
  await owner.query(`insert into item_terms_to_renew values ('00000000-0000-0000-0000-000000000000')`)
  expect(await renewTermsOfItems({ workPool: pools.work })).toBe(1)
  const { rowCount } = await owner.query('select from units where code <> folded_code(written)')
  expect(rowCount).toBe(0)
  expect((await find('größe-14500')).units).toMatchObject([{ code: 'GRÖẞE-14500' }])
})
