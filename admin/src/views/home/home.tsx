import type { ComponentChildren } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { CountsContext } from '../../api/counts.ts'
import { adminPath } from '../../api/root.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { formatClock, formatDay, formatNumber, t, tn } from '../../texts.ts'
import { Heading } from '../../ui/heading.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { LoadedState } from '../../ui/state.tsx'
import { queryNames, titleOf } from '../events/event-list.tsx'
import { may } from '../menu.ts'
import { mayEdit } from '../record/may-edit.ts'
import { FirstSteps } from './first-steps.tsx'
import { findDoubleBookings, type HomeData, isAsAnnounced, readHome, type WeekEvent } from './home-data.ts'
import { LastChanges } from './last-changes.tsx'

/** The first page. The list of events was here once, and its addresses may be bookmarked: they lead to where it is now. */
export const Home = () => {
  const { query } = useLocation()
  return queryNames.some((name) => query[name]) ? <ToEvents /> : <Overview />
}

const ToEvents = () => {
  const { route } = useLocation()
  useEffect(() => route(`${adminPath}/events${location.search}`, true), [])
  return null
}

/** What needs somebody, the next seven days, and what was changed last. */
const Overview = () => {
  const loaded = useLoaded('', readHome)
  return (
    <>
      <Heading title={t('Home')}>
        <a class="button primary" href={`${adminPath}/events/new`}>
          <Icon name="plus" />
          {t('New event')}
        </a>
      </Heading>
      {may('administer') && <FirstSteps />}
      <LoadedState loaded={loaded}>
        {(data) => (
          <div class="home">
            <div class="stack">
              <Attention data={data} />
              <Week data={data} />
            </div>
            <div class="stack">
              <Drafts data={data} />
              {may('edit-others') && <LastChanges />}
            </div>
          </div>
        )}
      </LoadedState>
    </>
  )
}

const Card = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

type Task = {
  readonly icon: IconName
  readonly text: string
  /** Where it is done; the events lead there themselves without it. */
  readonly href?: string
  /** What it is about, each with its link. */
  readonly events?: readonly WeekEvent[]
}

/** Everything that waits for the person, the most urgent first. */
const Attention = ({ data }: { readonly data: HomeData }) => {
  const { counts } = useContext(CountsContext)
  const tasks = listTasks(data, counts?.events ?? {})
  return (
    <Card title={t('Needs attention')}>
      {tasks.length === 0 && <p class="quiet">{t('Nothing waits for you.')}</p>}
      <ul class="tasks">
        {tasks.map(({ icon, text, href, events = [] }) => (
          <li key={text} class="task">
            <Icon name={icon} />
            <div>
              {href ? (
                <a class="record-link" href={href}>
                  {text}
                </a>
              ) : (
                text
              )}
              {events.length > 0 && (
                <ul class="links">
                  {events.map((event) => (
                    <li key={event.id}>
                      <a class="record-link" href={`${adminPath}/events/${event.id}`}>
                        {titleOf(event)}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const listTasks = (
  { week, withoutPicture, troubledSources }: HomeData,
  { pending = 0, returned = 0 }: Readonly<Partial<Record<string, number>>>,
): readonly Task[] => {
  const tasks: Task[] = []
  if (may('edit-others') && pending > 0)
    tasks.push({
      icon: 'review',
      text: tn('{count} event waits for a review', '{count} events wait for a review', pending),
      href: `${adminPath}/review`,
    })
  if (returned > 0)
    tasks.push({
      icon: 'undo',
      text: tn('{count} of your events was sent back', '{count} of your events were sent back', returned),
      href: `${adminPath}/events?status=mine`,
    })
  if (troubledSources > 0)
    tasks.push({
      icon: 'source',
      text: tn('{count} source needs you', '{count} sources need you', troubledSources),
      href: `${adminPath}/sources`,
    })
  const editable = week.records.filter((event) => isAsAnnounced(event) && mayEdit(event))
  for (const { venue, events } of findDoubleBookings(editable))
    tasks.push({
      icon: 'warning',
      text: t('{venue} is taken twice at the same time', { venue: plainText(venue) }),
      events: events.slice(0, shown),
    })
  const placeless = editable.filter(({ venue, attendance_mode }) => isNowhere(venue) && attendance_mode !== 'online')
  if (placeless.length > 0)
    tasks.push({
      icon: 'venue',
      text: tn(
        '{count} event of the next seven days has no venue',
        '{count} events of the next seven days have no venue',
        placeless.length,
      ),
      events: placeless.slice(0, shown),
    })
  if (withoutPicture.total > 0)
    tasks.push({
      icon: 'image',
      text: tn(
        '{count} event of the next two weeks has no picture',
        '{count} events of the next two weeks have no picture',
        withoutPicture.total,
      ),
      href: `${adminPath}/events?image=none&collapse=series&status=publish`,
      events: withoutPicture.records,
    })
  return tasks
}

/** Events of a task that are named; the number says how many there are. */
const shown = 5

const isNowhere = (venue: WeekEvent['venue']): boolean => [venue].flat().length === 0

/** The events of the next seven days, by day. */
const Week = ({ data: { week } }: { readonly data: HomeData }) => {
  const days = Map.groupBy(week.records, ({ start_date }) => start_date.slice(0, 10))
  return (
    <Card title={t('The next seven days')}>
      {week.total === 0 && <p class="quiet">{t('Nothing takes place.')}</p>}
      {[...days].map(([day, events]) => (
        <div key={day}>
          <h3>{formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' })}</h3>
          <ul>
            {events.map((event) => (
              <li key={event.id} class="planned">
                <span class="quiet">{event.all_day ? t('All day') : formatClock(event.start_date)}</span>
                <a class="record-link" href={`${adminPath}/events/${event.id}`}>
                  {titleOf(event)}
                </a>
                <span class="quiet">
                  {[event.venue]
                    .flat()
                    .map(({ venue }) => plainText(venue))
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {week.total > week.records.length && (
        <p>
          <a href={`${adminPath}/events`}>{t('All {count} events', { count: formatNumber(week.total) })}</a>
        </p>
      )}
    </Card>
  )
}

/** The person's own drafts, the latest change first. */
const Drafts = ({ data: { drafts } }: { readonly data: HomeData }) =>
  drafts.length === 0 ? null : (
    <Card title={t('Your drafts')}>
      <ul class="plain">
        {drafts.map((event) => (
          <li key={event.id}>
            <a class="record-link" href={`${adminPath}/events/${event.id}`}>
              {plainText(event.title.rendered) || t('(no title)')}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
