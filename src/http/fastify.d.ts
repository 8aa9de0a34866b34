import 'fastify'

declare module 'fastify' {
  /** What routes say about themselves. */
  interface FastifyContextConfig {
    /** Is open to sessions that have yet to show a second factor. */
    isForEnrolment?: boolean
  }
}
