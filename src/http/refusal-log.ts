import type { FastifyRequest } from 'fastify'
import type { WhenRefused } from '../accounts/authenticate.ts'
import type { Log } from '../lib/log.ts'
import { readRequestId } from './request-id.ts'

/**
 * Logs a failed attempt to log in, in the form that the filter of fail2ban reads (`deploy/fail2ban`). It has the user's id and no name: people type
 * passwords into the field for names.
 */
export const logRefusals =
  (log: Log, request: FastifyRequest): WhenRefused =>
  (user) => {
    log.warn({ address: request.ip, user, request: readRequestId(request.raw) }, 'a log-in failed')
  }
