import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSeller } from './seller.ts'

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seller-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

describe('what papers say of the supplier', () => {
  test('is nothing while the operator has said nothing', async () => {
    expect(await readSeller(await folderWith({}))).toBeUndefined()
  })

  test('is read with its logo', async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
    const folder = await folderWith({ 'seller.json': '{"name":"N","country":"DE","logo":"l.svg"}', 'l.svg': logo })
    expect(await readSeller(folder)).toEqual({
      seller: { name: 'N', country: 'DE', logo: 'l.svg' },
      logo: { format: 'svg', bytes: Buffer.from(logo) },
    })
  })

  test.each([
    ['not JSON', '{"name":', /seller\.json in DATA_DIR is not valid JSON/],
    ['a country in words', '{"name":"N","country":"Germany"}', /"country" must match pattern/],
    ['a field that it does not know', '{"name":"N","colour":"red"}', /"colour" is not known here; leave it out/],
    [
      'a template that there is not',
      '{"name":"N","paperTemplate":"fancy"}',
      /"paperTemplate" must be one of classic, modern, compact/,
    ],
    ['no name', '{}', /must have required properties name/],
    ['a logo that is not there', '{"name":"N","logo":"gone.png"}', /The logo "gone\.png" .* is not in DATA_DIR/],
    ['a logo from elsewhere', '{"name":"N","logo":"../x.png"}', /"logo" must match pattern/],
    ['a logo that is none', '{"name":"N","logo":"seller.png"}', /must be a PNG picture/],
  ])('with %s stops the start with a sentence', async (_, text, sentence) => {
    const folder = await folderWith({ 'seller.json': text, 'seller.png': 'this is no picture' })
    await expect(readSeller(folder)).rejects.toThrow(sentence)
  })
})
