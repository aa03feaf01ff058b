import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { layoutFiles } from './layout.ts'
import type { PrintInput } from './pdf-worker-pool.ts'

/* Makes PDFs with Typst. Only PDF workers load this module, because the compiler is native code. */

const font = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`)))
const weights = ['400Regular', '500Medium', '600SemiBold'] as const
const fontBlobs = weights.flatMap((weight) => [
  font(`jost/${weight}/Jost_${weight}.ttf`),
  font(`ibm-plex-sans-arabic/${weight}/IBMPlexSansArabic_${weight}.ttf`),
])

/** This folder does not exist, so that a template can read no files. */
const emptyFolder = resolve('/a-folder-that-does-not-exist')
const template = join(emptyFolder, 'paper.typ')
const compiler = NodeCompiler.create({ workspace: emptyFolder, fontArgs: [{ fontBlobs }] })
for (const [name, text] of layoutFiles) compiler.addSource(join(emptyFolder, name), text)

/** Characters found so far that no font has, such as emoji or rare scripts. Each is replaced by a box. */
const missingCharacters = new Set<string>()
const placeholder = '□'
const maxMissing = 10_000

/** The PDF of one paper. Throws an error with Typst's diagnostics. */
export function compilePdf({ data, stamp, logo }: PrintInput): Buffer {
  const logoPath = logo && join(emptyFolder, `logo.${logo.format}`)
  if (logo && logoPath) compiler.mapShadow(logoPath, Buffer.from(logo.bytes))
  try {
    return renderPdf(data, stamp)
  } finally {
    if (logoPath) compiler.unmapShadow(logoPath)
    compiler.evictCache(0)
    if (missingCharacters.size > maxMissing) missingCharacters.clear()
  }
}

function renderPdf(data: string, stamp: number): Buffer {
  const printable = Array.from(data, (character) => (missingCharacters.has(character) ? placeholder : character)).join(
    '',
  )
  const { result, takeError } = compile(missingCharacters.size === 0 ? data : printable)
  if (!result) throw new Error(`The paper could not be laid out: ${JSON.stringify(takeError())}`)
  try {
    return compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp: stamp })
  } catch (error) {
    const before = missingCharacters.size
    for (const character of missingCharactersIn(String(error))) missingCharacters.add(character)
    if (missingCharacters.size === before) throw error
    return renderPdf(data, stamp)
  }
}

function compile(data: string) {
  const outcome = compiler.compile({ mainFilePath: template, inputs: { data } })
  return {
    result: outcome.result,
    takeError: () => {
      const error = outcome.takeError()
      return error && compiler.fetchDiagnostics(error)
    },
  }
}

/** The characters that the compiler reports as missing: it quotes them in Rust's syntax, escaped twice. */
function missingCharactersIn(diagnostic: string): string[] {
  const texts = [...diagnostic.matchAll(/the text `\\?"(.*?)\\?"` could not be displayed/gs)].map(
    ([, text = '']) => text,
  )
  const plain = texts.map((text) =>
    text.replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  // The reported text may contain only one missing character; its ASCII characters are never missing.
  return plain.flatMap((text) => Array.from(text)).filter((character) => !/[\x20-\x7e]/.test(character))
}
