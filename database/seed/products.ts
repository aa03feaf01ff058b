import { gtinOf } from './check-digits.ts'

export type Product = {
  index: number
  sku: string
  gtin: string
  name: string
  description: string
  /** List price in euro cents. */
  price: number
  /** A code of UN/ECE Rec 20. */
  unit: string
  grams: number
  /** How single pieces are identified, if at all. */
  tracked: 'serial' | 'lot' | 'none'
  /** Days until a lot expires; undefined if it does not. */
  keeps: number | undefined
  origin: string
  commodity: string
  unNumber: string | undefined
  /** The largest quantity of one order line. */
  most: number
}

type Family = {
  code: string
  name: string
  description: string
  sizes: string
  price: number
  step: number
  grams: number
  unit?: string
  tracked?: 'serial' | 'lot'
  keeps?: number
  origin: string
  commodity: string
  unNumber?: string
  most: number
}

const families: readonly Family[] = [
  {
    code: 'KL',
    name: 'Deep groove ball bearing',
    description: 'Sealed on both sides, greased for life',
    sizes: '6200 6201 6202 6203 6204 6205 6206 6207 6208 6209 6210 6304 6305 6306 6307 6308',
    price: 390,
    step: 145,
    grams: 90,
    tracked: 'lot',
    origin: 'SK',
    commodity: '84821010',
    most: 240,
  },
  {
    code: 'ZR',
    name: 'Cylindrical roller bearing',
    description: 'Steel cage, clearance C3',
    sizes: 'NU204 NU205 NU206 NU207 NU208 NU209 NU210 NU212',
    price: 3480,
    step: 920,
    grams: 420,
    tracked: 'lot',
    origin: 'AT',
    commodity: '84825000',
    most: 40,
  },
  {
    code: 'FL',
    name: 'Flanged bearing unit',
    description: 'Cast housing, four bolts, set screw locking',
    sizes: 'F204 F205 F206 F207 F208 F210',
    price: 2150,
    step: 480,
    grams: 870,
    origin: 'DE',
    commodity: '84832000',
    most: 30,
  },
  {
    code: 'GM',
    name: 'Helical gear motor',
    description: 'Foot mounted, IE4, IP55, with thermistor',
    sizes: '0.25kW 0.37kW 0.55kW 0.75kW 1.1kW 1.5kW 2.2kW 3kW 4kW 5.5kW',
    price: 41_900,
    step: 11_700,
    grams: 14_000,
    tracked: 'serial',
    origin: 'DE',
    commodity: '85015100',
    most: 5,
  },
  {
    code: 'FU',
    name: 'Frequency inverter',
    description: 'Three-phase 400 V, safe torque off, fieldbus',
    sizes: '0.75kW 1.5kW 2.2kW 4kW 7.5kW 11kW 15kW',
    price: 32_500,
    step: 14_900,
    grams: 3200,
    tracked: 'serial',
    origin: 'DE',
    commodity: '85044084',
    most: 4,
  },
  {
    code: 'KH',
    name: 'Ball valve, two-piece',
    description: 'Stainless steel 1.4408, full bore, lockable lever',
    sizes: 'DN8 DN10 DN15 DN20 DN25 DN32 DN40 DN50',
    price: 1490,
    step: 860,
    grams: 310,
    tracked: 'lot',
    origin: 'IT',
    commodity: '84818081',
    most: 60,
  },
  {
    code: 'MV',
    name: 'Solenoid valve 5/2',
    description: 'Pilot operated, 24 V DC, manual override',
    sizes: 'G1/8 G1/4 G3/8 G1/2',
    price: 5390,
    step: 1350,
    grams: 260,
    tracked: 'serial',
    origin: 'CZ',
    commodity: '84818059',
    most: 8,
  },
  {
    code: 'VS',
    name: 'Push-in fitting, straight',
    description: 'Nickel-plated brass, 20 bar',
    sizes: '4-M5 4-G1/8 6-G1/8 6-G1/4 8-G1/8 8-G1/4 10-G1/4 10-G3/8 12-G3/8 12-G1/2',
    price: 145,
    step: 38,
    grams: 14,
    origin: 'IT',
    commodity: '74122000',
    most: 500,
  },
  {
    code: 'VW',
    name: 'Push-in fitting, elbow',
    description: 'Swivel, nickel-plated brass, 20 bar',
    sizes: '4-M5 4-G1/8 6-G1/8 6-G1/4 8-G1/8 8-G1/4 10-G1/4 10-G3/8 12-G3/8 12-G1/2',
    price: 210,
    step: 44,
    grams: 19,
    origin: 'IT',
    commodity: '74122000',
    most: 400,
  },
  {
    code: 'SL',
    name: 'Hydraulic hose 2SN',
    description: 'Two steel braids, oil resistant, by the metre',
    sizes: 'DN6 DN8 DN10 DN12 DN16 DN20 DN25',
    price: 690,
    step: 310,
    grams: 420,
    unit: 'MTR',
    tracked: 'lot',
    origin: 'PL',
    commodity: '40092100',
    most: 80,
  },
  {
    code: 'RW',
    name: 'Radial shaft seal',
    description: 'NBR with dust lip',
    sizes: '20x35x7 25x40x7 30x47x7 35x52x7 40x62x8 45x62x8 50x72x8 60x80x8',
    price: 240,
    step: 65,
    grams: 22,
    tracked: 'lot',
    keeps: 2555,
    origin: 'SI',
    commodity: '40169300',
    most: 200,
  },
  {
    code: 'RK',
    name: 'Roller chain, simplex',
    description: 'Pre-stretched, initial lubrication, 5 m box',
    sizes: '06B-1 08B-1 10B-1 12B-1 16B-1',
    price: 2980,
    step: 1490,
    grams: 3500,
    origin: 'DE',
    commodity: '73151110',
    most: 20,
  },
  {
    code: 'ZS',
    name: 'Toothed belt, polyurethane',
    description: 'Steel tension members, open length',
    sizes: 'T5-16 T5-25 T10-25 T10-32 AT10-50',
    price: 1120,
    step: 520,
    grams: 180,
    unit: 'MTR',
    origin: 'DE',
    commodity: '40103500',
    most: 50,
  },
  {
    code: 'WK',
    name: 'Jaw coupling with spider',
    description: 'Backlash-free, clamping hubs, 98 Shore A',
    sizes: '14 19 24 28 38 42',
    price: 4790,
    step: 2210,
    grams: 390,
    origin: 'DE',
    commodity: '84836080',
    most: 16,
  },
  {
    code: 'SF',
    name: 'Chain spray',
    description: 'PTFE, up to 260 °C, aerosol can',
    sizes: '300 400 500',
    price: 980,
    step: 240,
    grams: 420,
    tracked: 'lot',
    keeps: 1095,
    origin: 'BE',
    commodity: '34031910',
    unNumber: 'UN1950',
    most: 96,
  },
  {
    code: 'NS',
    name: 'Inductive sensor',
    description: 'PNP, normally open, M12 connector, IP67',
    sizes: 'M8 M12 M18 M30',
    price: 2390,
    step: 610,
    grams: 48,
    tracked: 'serial',
    origin: 'HU',
    commodity: '85365019',
    most: 10,
  },
  {
    code: 'LF',
    name: 'Linear guide carriage',
    description: 'Four-row, preload class 1, corrosion protected',
    sizes: '15 20 25 30 35 45',
    price: 5630,
    step: 1870,
    grams: 320,
    tracked: 'serial',
    origin: 'JP',
    commodity: '84828000',
    most: 8,
  },
  {
    code: 'DF',
    name: 'Pleated filter element',
    description: 'Glass fibre, 10 µm absolute, 30 bar',
    sizes: '0060 0110 0160 0240 0330 0660',
    price: 3150,
    step: 1180,
    grams: 350,
    tracked: 'lot',
    keeps: 1825,
    origin: 'DE',
    commodity: '84219990',
    most: 36,
  },
]

/** The supplier's products, in a fixed order. */
export const products: readonly Product[] = families.flatMap((family, familyIndex) =>
  family.sizes.split(' ').map((size, step) => {
    const index = familyIndex * 20 + step
    return {
      index,
      sku: `${family.code}-${size}`,
      gtin: gtinOf(4_170_000 + index),
      name: `${family.name} ${size}`,
      description: family.description,
      price: family.price + family.step * step,
      unit: family.unit ?? 'C62',
      grams: family.grams + Math.round((family.grams * step) / 4),
      tracked: family.tracked ?? 'none',
      keeps: family.keeps,
      origin: family.origin,
      commodity: family.commodity,
      unNumber: family.unNumber,
      most: family.most,
    }
  }),
)
