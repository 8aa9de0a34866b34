import { type AppContext, withLinks } from '../core/context.ts'
import type { Mailer } from '../core/mailer.ts'
import { mailToSubmitter } from '../core/mails.ts'
import { claimUntold, findUntold } from '../resources/submissions/told.ts'
import { type BackgroundJob, repeat } from './repeat.ts'

/** Milliseconds between two rounds. */
const interval = 5000

/**
 * Makes the job that sends a message for each submitted event that has become public, however it was published: by a review, in its form, by
 * its date, by an import. Each submission is claimed in a transaction before its message is sent: of several processes, one sends it.
 */
export const tellSubmitters = ({ app, mailer }: { app: AppContext; mailer: Mailer }): BackgroundJob => {
  const { database } = app
  const rounds = { first: interval, interval, fault: 'submitters were not told what is public' }
  return repeat(app, rounds, async (isOpen) => {
    for (const { id, title, slug, ...submitter } of await findUntold(database)) {
      if (!isOpen() || !(await database.transact((db) => claimUntold(db, id)))) continue
      // Settings may have changed since the last round.
      const { links } = withLinks(app.config)
      const url = links.page(`/event/${slug}/`)
      mailer.inBackground(() => mailer.send(mailToSubmitter(app, 'published', submitter, { title, url })))
    }
  })
}
