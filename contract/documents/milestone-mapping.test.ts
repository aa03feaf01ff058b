import { expect, test } from 'vitest'
import { milestoneOf, milestoneOfStep, type Vocabulary } from './vocabularies.ts'

/*
 * The milestones of a shipment and their codes in other vocabularies, one row per milestone. A star stands for any
 * finer code of a group.
 */
type MilestoneCodes = { [name in Exclude<Vocabulary, 'epcis'>]?: string } & {
  epcis?: readonly (readonly [step: string, disposition?: string])[]
}
const codesByMilestone: Readonly<Record<string, MilestoneCodes>> = {
  planned: { rec24: '84 321', dcsa: 'REQS', aftership: 'Pending', '17track': 'NotFound_Other' },
  info_received: {
    ...{
      rec24: '68 6',
      epcis: [['consigning']],
      dcsa: 'RECE CONF',
      aftership: 'InfoReceived',
      '17track': 'InfoReceived',
    },
    karrio: 'pending',
  },
  picking: { rec24: '322', epcis: [['picking']] },
  packed: {
    rec24: '94 93',
    epcis: [['packing'], ['packing', 'container_closed'], ['', 'container_closed']],
    dcsa: 'STUF',
  },
  ready_for_despatch: { rec24: '71 64', epcis: [['staging_outbound']] },
  picked_up: {
    ...{ rec24: '13 130', epcis: [['collecting']], dcsa: 'PICK GTIN', karrio: 'picked_up' },
    ...{ aftership: 'InTransit_002 InTransit_003', '17track': 'InTransit_PickedUp' },
  },
  despatched: {
    rec24: '27 24 48',
    epcis: [['shipping'], ['loading'], ['departing'], ['shipping', 'in_transit'], ['departing', 'in_transit']],
    ...{ dcsa: 'LOAD DEPA', '17track': 'InTransit_Departure' },
  },
  in_transit: {
    ...{ rec24: '31 100', epcis: [['transporting'], ['transporting', 'in_transit'], ['', 'in_transit']] },
    ...{ karrio: 'in_transit', aftership: 'InTransit InTransit_*', '17track': 'InTransit_Other' },
  },
  arrived_at_hub: {
    ...{ rec24: '1 40', epcis: [['arriving'], ['unloading']], dcsa: 'ARRI DISC', '17track': 'InTransit_Arrival' },
  },
  customs_hold: {
    ...{ rec24: '126 128 17', dcsa: 'CUSS CUSI', aftership: 'Exception_004' },
    '17track': 'InTransit_CustomsProcessing InTransit_CustomsRequiringInformation',
  },
  customs_cleared: { rec24: '12 8 9', dcsa: 'CUSR', '17track': 'InTransit_CustomsReleased' },
  out_for_delivery: {
    ...{ rec24: '113', dcsa: 'GTOT', karrio: 'out_for_delivery', aftership: 'OutForDelivery OutForDelivery_*' },
    '17track': 'OutForDelivery OutForDelivery_*',
  },
  available_for_pickup: {
    ...{ rec24: '112 45', dcsa: 'AVPU', karrio: 'ready_for_pickup', aftership: 'AvailableForPickup' },
    '17track': 'AvailableForPickup',
  },
  delivery_attempt_failed: {
    ...{ rec24: '210 23 109 269', karrio: 'delivery_failed', aftership: 'AttemptFail AttemptFail_*' },
    '17track': 'DeliveryFailure DeliveryFailure_*',
  },
  partially_delivered: { rec24: '73 88' },
  delivered: {
    ...{ rec24: '21 22 72', epcis: [['receiving'], ['accepting']], dcsa: 'DROP', karrio: 'delivered' },
    ...{ aftership: 'Delivered Delivered_*', '17track': 'Delivered Delivered_*' },
  },
  delayed: { rec24: '20 101 25 105', karrio: 'delivery_delayed', aftership: 'Exception_005', '17track': 'Expired' },
  on_hold: {
    ...{ rec24: '315 90', epcis: [['holding']], dcsa: 'HOLD', karrio: 'on_hold', aftership: 'Exception' },
    '17track': 'Exception_Other',
  },
  damaged: {
    rec24: '18 218',
    epcis: [
      ['receiving', 'damaged'],
      ['inspecting', 'damaged'],
      ['', 'damaged'],
    ],
  },
  lost: { rec24: '49 117' },
  refused: { rec24: '106 325', '17track': 'DeliveryFailure_Rejected' },
  returning: {
    ...{
      rec24: '323',
      epcis: [['shipping', 'returned']],
      karrio: 'return_to_sender',
      '17track': 'Exception_Returning',
    },
  },
  returned: {
    rec24: '82 80',
    epcis: [
      ['receiving', 'returned'],
      ['', 'returned'],
    ],
    '17track': 'Exception_Returned',
  },
  cancelled: { rec24: '324 7', epcis: [['void_shipping']], dcsa: 'CANC VOID', karrio: 'cancelled' },
  unknown: {
    ...{ rec24: '102 260 248', epcis: [['other'], ['inspecting', 'in_progress'], ['', '']], karrio: 'unknown' },
    ...{ aftership: 'Expired', '17track': 'NotFound_InvalidCode' },
  },
}

test.each(Object.entries(codesByMilestone))(
  '%s is told in every vocabulary that has a word for it',
  (milestone, { epcis = [], ...words }) => {
    for (const [vocabulary, codes] of Object.entries(words) as [Vocabulary, string][])
      for (const code of codes.split(' ')) {
        const said = code.replace('*', '099')
        expect({ said, means: milestoneOf(vocabulary, said) }).toEqual({ said, means: milestone })
      }
    for (const [step, disposition] of epcis)
      expect({ step, disposition, means: milestoneOfStep(step || undefined, disposition || undefined) }).toEqual({
        ...{ step, disposition },
        means: milestone,
      })
  },
)
