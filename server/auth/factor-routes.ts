import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/auth/factors.ts'
import { translatable } from '#contract/errors.ts'
import { callerOf } from '../http/caller.ts'
import { viewerRoute } from '../http/register.ts'
import type { AuthDeps } from './auth.ts'
import {
  beginAppEnrolment,
  beginEmailEnrolment,
  confirmFactor,
  makeRecoveryCodes,
  removeFactor,
  showFactors,
} from './credentials/second-factors.ts'
import { listDevices, removeDevice } from './factors/trusted-devices.ts'
import { reauthenticate } from './sign-in/step-up.ts'

export type FactorRoutesDeps = {
  auth: AuthDeps
  /** The portal's name, as authenticator apps show it. */
  portal: () => string
}

/** Endpoints for second factors and trusted devices. */
export function factorRoutes(app: FastifyInstance, { auth, portal }: FactorRoutesDeps): void {
  viewerRoute(app, contract.showSecondFactor, async ({ viewer }) => showFactors(auth, viewer.userId))

  viewerRoute(app, contract.beginApp, async ({ viewer }) => beginAppEnrolment(auth, viewer, portal()))

  viewerRoute(app, contract.beginEmail, async ({ viewer, request }) => {
    await beginEmailEnrolment(auth, viewer, callerOf(request))
    return { message: translatable('factor.codeSent') }
  })

  viewerRoute(app, contract.confirmFactor, async ({ viewer, params: { method }, body: { code }, request }) => {
    await confirmFactor(auth, viewer, { method, code, caller: callerOf(request) })
    return { message: translatable('factor.added') }
  })

  viewerRoute(app, contract.removeFactor, async ({ viewer, params: { method }, request }) => {
    await removeFactor(auth, viewer, { method, caller: callerOf(request) })
    return { message: translatable('factor.removed') }
  })

  viewerRoute(app, contract.makeRecoveryCodes, async ({ viewer, request }) => ({
    codes: await makeRecoveryCodes(auth, viewer, callerOf(request)),
  }))

  viewerRoute(app, contract.prove, async ({ viewer, body, request }) => {
    await reauthenticate(auth, viewer, { ...body, caller: callerOf(request) })
    return { message: translatable('proof.done') }
  })

  viewerRoute(app, contract.listTrustedDevices, async ({ viewer }) => ({
    devices: await listDevices(auth, viewer.userId),
  }))

  viewerRoute(app, contract.removeTrustedDevice, async ({ viewer, params: { id }, request }) => {
    await removeDevice(auth, viewer.userId, id, callerOf(request))
    return { message: translatable('factor.deviceForgotten') }
  })
}
