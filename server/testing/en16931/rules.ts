import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/* The official rules of EN 16931 (see notice.md), as tests apply them to what the portal writes. */

type Transform = (options: { stylesheetText: string; sourceText: string; destination: 'serialized' }) => {
  principalResult: string
}

const { transform }: { transform: Transform } = createRequire(import.meta.url)('saxon-js')
const stylesheets = new Map<string, string>()

function stylesheetOf(syntax: 'ubl' | 'cii'): string {
  const known = stylesheets.get(syntax)
  if (known !== undefined) return known
  const text = gunzipSync(readFileSync(join(import.meta.dirname, `${syntax}.sef.json.gz`))).toString()
  stylesheets.set(syntax, text)
  return text
}

/** The rules that an invoice breaks, each with its sentence; warnings are left out. */
export function brokenRules(syntax: 'ubl' | 'cii', xml: string): string[] {
  const { principalResult } = transform({
    stylesheetText: stylesheetOf(syntax),
    sourceText: xml,
    destination: 'serialized',
  })
  const failed = principalResult.matchAll(/<svrl:failed-assert[^>]*>.*?<\/svrl:failed-assert>/gs)
  return [...failed].flatMap(([assertion]) => {
    if (!/flag="fatal"/.test(assertion)) return []
    const text = /<svrl:text>(.*?)<\/svrl:text>/s.exec(assertion)?.[1] ?? assertion
    return [text.replace(/\s+/g, ' ').trim()]
  })
}
