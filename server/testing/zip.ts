import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP of these files, each deflated. */
export function zipOf(files: Record<string, string | Uint8Array>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  const deflated = new Map<string | Uint8Array, Buffer>()
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const content = typeof text === 'string' ? Buffer.from(text) : text
    const name = Buffer.from(path)
    const compressed = deflated.get(text) ?? deflateRawSync(content)
    deflated.set(text, compressed)
    const headerFields = Buffer.alloc(26)
    for (const [position, value] of [
      [0, 20],
      [4, 8],
    ] as const)
      headerFields.writeUInt16LE(value, position)
    for (const [position, value] of [
      [10, crc32(content)],
      [14, compressed.length],
      [18, content.length],
    ] as const)
      headerFields.writeUInt32LE(value, position)
    headerFields.writeUInt16LE(name.length, 22)
    local.push(Buffer.from('PK\x03\x04'), headerFields, name, compressed)
    const centralFields = Buffer.alloc(14)
    centralFields.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00'), headerFields, centralFields, name)
    offset += 4 + headerFields.length + name.length + compressed.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  for (const position of [4, 6]) end.writeUInt16LE(count, position)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end])
}
