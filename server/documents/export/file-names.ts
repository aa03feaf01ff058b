/** Characters that some file systems do not allow in names, and those that change the reading direction. */
const forbidden = /[\p{Cc}\p{Cs}<>:"/\\|?*\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const maxLength = 120

/** A file name that any system accepts: no path, no reserved word, not too long, its extension kept. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(forbidden, '-')
    .replace(/^[\s.]+/, '')
  const { stem, extension } = splitExtension(plain)
  const short = [...stem]
    .slice(0, maxLength)
    .join('')
    .replace(/[\s.]+$/, '')
  const fileName = `${short || '_'}${extension.replace(/[\s.]+$/, '')}`
  return reserved.test(fileName) ? `_${fileName}` : fileName
}

/** Makes each name unique, whatever its case: a second "a.pdf" becomes "a (2).pdf". */
export function createUniqueNamer(): (name: string) => string {
  const usedNames = new Set<string>()
  return (name) => {
    const { stem, extension } = splitExtension(name)
    let next = name
    for (let count = 2; usedNames.has(next.toLowerCase()); count++) next = `${stem} (${count})${extension}`
    usedNames.add(next.toLowerCase())
    return next
  }
}

function splitExtension(name: string): { stem: string; extension: string } {
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}
