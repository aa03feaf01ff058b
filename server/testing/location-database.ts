import { writeFileSync } from 'node:fs'

/* A location database in MaxMind's format, small enough for a test: version 2.0, records of 24 bits. */

type Value = string | number | { readonly [name: string]: Value } | readonly Value[]
/** Begins the metadata at the end of the file. */
const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')])
const typeCodes = { text: 2, u32: 6, map: 7, list: 11 } as const

function controlBytes(kind: number, size: number): Buffer {
  const length = size < 29 ? [size] : [29, size - 29]
  const [first = 0, ...extra] = length
  return Buffer.from(kind > 7 ? [first, kind - 7, ...extra] : [(kind << 5) | first, ...extra])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([controlBytes(typeCodes.text, bytes.length), bytes])
  }
  if (typeof value === 'number') return Buffer.concat([controlBytes(typeCodes.u32, 4), uint32(value)])
  if (Array.isArray(value)) return Buffer.concat([controlBytes(typeCodes.list, value.length), ...value.map(encode)])
  const entries = Object.entries(value)
  return Buffer.concat([
    controlBytes(typeCodes.map, entries.length),
    ...entries.flatMap(([k, v]) => [encode(k), encode(v)]),
  ])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * The bits of a network: of an IPv6 address written out in full, of IPv4 behind 96 zero bits, as such files store it.
 */
function bitsOf(network: string): string {
  const [address = '', length = ''] = network.split('/')
  const parts = address.includes('.') ? address.split('.').map(Number) : address.split(':').map((p) => Number(`0x${p}`))
  const width = address.includes('.') ? 8 : 16
  const bits = parts.map((part) => part.toString(2).padStart(width, '0')).join('')
  return address.includes('.') ? '0'.repeat(96) + bits.slice(0, Number(length)) : bits.slice(0, Number(length))
}

type Node = [left: Node | number | null, right: Node | number | null]

/** Writes a location database: networks (IPv6 without "::") and what is known of them. */
export function writePlaces(path: string, type: string, places: Readonly<Record<string, Value>>): void {
  const root: Node = [null, null]
  const data: Buffer[] = []
  let length = 0
  for (const [network, place] of Object.entries(places)) {
    const bits = [...bitsOf(network)].map(Number)
    let node = root
    for (const bit of bits.slice(0, -1)) {
      if (!Array.isArray(node[bit])) node[bit] = [null, null]
      node = node[bit] as Node
    }
    node[bits.at(-1) ?? 0] = length
    const bytes = encode(place)
    data.push(bytes)
    length += bytes.length
  }
  const nodes: Node[] = []
  const numberNodes = (node: Node) => {
    nodes.push(node)
    for (const child of node) if (Array.isArray(child)) numberNodes(child)
  }
  numberNodes(root)
  const tree = Buffer.concat(
    nodes.flatMap((node) =>
      node.map((child) => {
        if (Array.isArray(child)) return uint32(nodes.indexOf(child)).subarray(1)
        return uint32(child === null ? nodes.length : nodes.length + 16 + child).subarray(1)
      }),
    ),
  )
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_770_000_000,
    database_type: type,
    description: { en: 'Places of a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  })
  writeFileSync(path, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]))
}
