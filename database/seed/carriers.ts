import { checkDigit } from './check-digits.ts'

/** The carriers. All of them and their tracking pages are invented. */
export type Carrier = {
  name: string
  /** UN/ECE Rec 19 in words: road or air. */
  mode: 'road' | 'air'
  service: string
  /** Returns a tracking number for a running number, in the carrier's own style. */
  tracking(running: number): string
  url(tracking: string): string
}

const digits = (running: number, length: number) => String(running).padStart(length, '0')

const carrier = (name: string, mode: 'road' | 'air', service: string, host: string, tracking: Carrier['tracking']) => ({
  name,
  mode,
  service,
  tracking,
  url: (number: string) => `https://${host}.example/track/${encodeURIComponent(number)}`,
})

export const roadCarriers: readonly Carrier[] = [
  carrier('Nordstrang Logistik', 'road', 'Parcel', 'nordstrang', (running) => `NSL${digits(running, 11)}`),
  carrier('Falkenberg Spedition', 'road', 'Groupage', 'falkenberg', (running) => `FB ${digits(running, 9)} DE`),
  carrier('Tulpenlijn Transport', 'road', 'Next day', 'tulpenlijn', (running) => `3STL${digits(running, 10)}`),
]

export const airCarriers: readonly Carrier[] = [
  carrier('Polarstern Air Cargo', 'air', 'Economy air freight', 'polarstern', (running) => {
    const serial = digits(running % 10_000_000, 7)
    return `417-${serial}${Number(serial) % 7}`
  }),
  carrier('Aurelia Express', 'air', 'Express worldwide', 'aurelia', (running) => {
    const serial = `77${digits(running, 9)}`
    return serial + checkDigit(serial)
  }),
]
