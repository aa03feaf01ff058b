import { readFileSync, mkdtempSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dialects, writeDialect, canWrite } from '#server/testing/dialects.ts'
import { openFiles } from './map/open.ts'
const folder = mkdtempSync('/tmp/profiles/shared-')
const norm = (v: any): any => typeof v === 'string' && /^-?\d+\.\d*0+$/.test(v) ? v.replace(/0+$/,'').replace(/\.$/,'') : Array.isArray(v) ? v.map(norm) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k,x])=>[k,norm(x)])) : v
for (const set of ['northwind','oracle-co']) for (const type of ['orders','shipments','invoices']) for (const dialect of dialects) test(`${set} ${type} ${dialect}`, { timeout: 120000 }, async () => {
  const all = readFileSync(`/work/shared/data/${set}/${set}.ndjson`,'utf8').trim().split('\n').map((l)=>JSON.parse(l)).filter((d)=>d.type===type)
  const bad = (d:any)=> !canWrite(JSON.stringify(d), dialect)
  const docs = all.filter((d)=>!bad(d))
  const t = performance.now()
  const { files, profile } = await writeDialect(docs, dialect, mkdtempSync(folder+'/x'))
  const t2 = performance.now()
  const mapped = await openFiles(profile, files, { scratch: folder, id: `${set}${type}${dialect}` })
  let i = 0; const byNumber = new Map(docs.map((d:any)=>[d.number, d]))
  for await (const { document, customer, problems } of mapped.documents()) {
    expect(problems).toEqual([])
    const n = dialect==='workbook' ? norm : (x:any)=>x
    const want = byNumber.get(document['number'])
    const got: any = { ...document, account: customer?.value }
    if (dialect==='apart') { got.lines?.sort((a:any,b:any)=>Number(a.line)-Number(b.line)); }
    expect(n(got)).toEqual(n(want)); i++
  }
  mapped.close()
  console.log(set,type,dialect,'docs',i,'of',all.length,'left out',all.length-docs.length, 'write',Math.round(t2-t),'map',Math.round(performance.now()-t2))
  expect(i).toBe(docs.length)
})
