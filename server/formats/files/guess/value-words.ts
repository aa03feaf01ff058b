import type { DocumentType } from '#contract/values.ts'

/*
 * What programs write for statuses and units, in the six languages of the portal, in lower case without blanks, dots and
 * dashes.
 */

type Words = Readonly<Record<string, readonly string[]>>

const cancelled = [
  'cancelled',
  'canceled',
  'storniert',
  'annulé',
  'annulée',
  'cancelado',
  'anulado',
  'geannuleerd',
  'ملغى',
]
const open = ['open', 'offen', 'ouvert', 'ouverte', 'abierto', 'abierta', 'pendiente', 'مفتوح']

/** The words for each status of a type; a status by its own name is always known. */
export const statusWords: Readonly<Partial<Record<DocumentType, Words>>> = {
  quotes: {
    open: [...open, 'sent', 'versendet', 'envoyé', 'enviado', 'verzonden'],
    accepted: ['accepted', 'angenommen', 'signé', 'accepté', 'aceptado', 'geaccepteerd'],
    rejected: ['lost', 'declined', 'abgelehnt', 'refusé', 'rechazado', 'afgewezen'],
    expired: ['expired', 'abgelaufen', 'expiré', 'caducado', 'verlopen'],
  },
  orders: {
    received: ['new', 'neu', 'erfasst', 'nouveau', 'nuevo', 'nieuw', 'جديد'],
    confirmed: [
      ...open,
      'confirmed',
      'bestätigt',
      'released',
      'freigegeben',
      'confirmé',
      'confirmée',
      'confirmado',
      'bevestigd',
      'مؤكد',
    ],
    in_progress: ['inprogress', 'inbearbeitung', 'inarbeit', 'encours', 'enproceso', 'encurso', 'inbehandeling'],
    on_hold: ['onhold', 'gesperrt', 'bloqué', 'bloqueado', 'geblokkeerd'],
    completed: [
      'completed',
      'done',
      'closed',
      'erledigt',
      'abgeschlossen',
      'geliefert',
      'terminé',
      'terminée',
      'completado',
      'cerrado',
      'afgerond',
      'voltooid',
      'مكتمل',
    ],
    cancelled,
  },
  shipments: {
    in_transit: [
      'intransit',
      'shipped',
      'sent',
      'versendet',
      'versandt',
      'unterwegs',
      'expédié',
      'entransit',
      'enviado',
      'entránsito',
      'verzonden',
      'onderweg',
    ],
    delivered: [
      'delivered',
      'geliefert',
      'zugestellt',
      'livré',
      'livrée',
      'entregado',
      'geleverd',
      'bezorgd',
      'تمالتسليم',
    ],
    cancelled,
  },
  invoices: {
    open: [...open, 'unpaid', 'unbezahlt', 'impayé', 'impayée', 'onbetaald', 'غيرمدفوع'],
    paid: ['paid', 'bezahlt', 'ausgeglichen', 'payé', 'payée', 'pagado', 'pagada', 'betaald', 'مدفوع'],
    cancelled,
  },
}

/** The words for each unit, by its code in UN/ECE Recommendation 20. */
export const unitWords: Words = {
  H87: [
    'pcs',
    'pc',
    'piece',
    'pieces',
    'stk',
    'st',
    'stck',
    'stück',
    'pce',
    'pièce',
    'pièces',
    'ud',
    'uds',
    'unidad',
    'pieza',
    'stuk',
    'stuks',
    'قطعة',
  ],
  KGM: ['kg', 'kilo', 'kilogramm', 'kilogram', 'kilogramme', 'kilogramo', 'كجم'],
  GRM: ['g', 'gr', 'gramm', 'gram'],
  TNE: ['t', 'to', 'tonne', 'tonnen', 'tonelada'],
  MTR: ['m', 'mtr', 'lfm', 'meter', 'mètre', 'metro', 'متر'],
  MTK: ['m2', 'm²', 'qm', 'sqm'],
  MTQ: ['m3', 'm³', 'cbm'],
  LTR: ['l', 'ltr', 'liter', 'litre', 'litro', 'لتر'],
  HUR: ['h', 'std', 'hour', 'hours', 'stunde', 'stunden', 'heure', 'hora', 'uur', 'ساعة'],
  DAY: ['day', 'days', 'tag', 'tage', 'jour', 'día', 'dag'],
  PR: ['pair', 'pairs', 'paar', 'paire', 'par', 'زوج'],
  SET: ['set', 'satz', 'jeu', 'juego'],
  XBX: ['box', 'schachtel', 'boîte', 'caja', 'doos'],
  XCT: ['ctn', 'carton', 'karton', 'kart', 'cartón'],
  XPK: ['pack', 'pkg', 'pak', 'packung', 'paquet', 'paquete'],
  XPX: ['pal', 'palette', 'pallet', 'palé'],
  XRO: ['roll', 'rolle', 'rouleau', 'rollo', 'rol'],
}

/** A heading or value as these lists write it. */
export function normalizeWord(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s.,:;#_/()'’°-]+/g, '')
}

/** What a value table has for each text that occurs; "?" where nobody knows, which is refused until it is filled in. */
export function valueTable(texts: Iterable<string>, words: Words, own: readonly string[]): Record<string, string> {
  const table: Record<string, string> = {}
  for (const text of texts) {
    const word = normalizeWord(text)
    const match =
      own.find((code) => normalizeWord(code) === word) ??
      Object.entries(words).find(([, known]) => known.includes(word))?.[0]
    table[text] = match ?? '?'
  }
  return table
}
