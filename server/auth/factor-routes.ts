import type { FastifyInstance } from 'fastify'
import { translatable } from '../../contract/errors.ts'
import * as contract from '../../contract/second-factor.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import type { Auth } from './auth.ts'
import {
  beginAppEnrolment,
  beginEmailEnrolment,
  confirmFactor,
  makeRecoveryCodes,
  removeFactor,
  showFactors,
} from './factor-setup.ts'
import { reauthenticate } from './step-up.ts'
import { listDevices, removeDevice } from './trusted-devices.ts'

export type FactorRoutesDeps = {
  auth: Auth
  /** The portal's name, as authenticator apps show it. */
  portal: string
}

/** Endpoints for second factors and trusted devices. */
export function factorRoutes(app: FastifyInstance, { auth: { deps }, portal }: FactorRoutesDeps): void {
  viewerRoute(app, contract.showSecondFactor, async ({ viewer }) => showFactors(deps, viewer.userId))

  viewerRoute(app, contract.beginApp, async ({ viewer }) => beginAppEnrolment(deps, viewer, portal))

  viewerRoute(app, contract.beginEmail, async ({ viewer, request }) => {
    await beginEmailEnrolment(deps, viewer, callerOf(request))
    return { message: translatable('factor.codeSent') }
  })

  viewerRoute(app, contract.confirmFactor, async ({ viewer, params: { method }, body: { code }, request }) => {
    await confirmFactor(deps, viewer, { method, code, caller: callerOf(request) })
    return { message: translatable('factor.added') }
  })

  viewerRoute(app, contract.removeFactor, async ({ viewer, params: { method }, request }) => {
    await removeFactor(deps, viewer, { method, caller: callerOf(request) })
    return { message: translatable('factor.removed') }
  })

  viewerRoute(app, contract.makeRecoveryCodes, async ({ viewer, request }) => ({
    codes: await makeRecoveryCodes(deps, viewer, callerOf(request)),
  }))

  viewerRoute(app, contract.prove, async ({ viewer, body, request }) => {
    await reauthenticate(deps, viewer, { ...body, caller: callerOf(request) })
    return { message: translatable('proof.done') }
  })

  viewerRoute(app, contract.listTrustedDevices, async ({ viewer }) => ({
    devices: await listDevices(deps, viewer.userId),
  }))

  viewerRoute(app, contract.removeTrustedDevice, async ({ viewer, params: { id }, request }) => {
    await removeDevice(deps, viewer.userId, id, callerOf(request))
    return { message: translatable('factor.deviceForgotten') }
  })
}
