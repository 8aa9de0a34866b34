import { type Markup, markup } from '../../lib/markup.ts'
import { asWebcal, type PageContext, rooted } from '../page-context.ts'
import { ofAnyDay, type PageState } from '../page-state.ts'
import { listFeeds } from './feed-links.ts'

/**
 * Ways to subscribe to the events of a page, with its filters but not its days, which would be over tomorrow: the services that most people have, and
 * the address of the calendar for any other program.
 */
export const subscribeMenu = (context: PageContext, state: PageState): Markup => {
  const { translator, links, config } = context
  const [[, path = ''] = []] = listFeeds(context, { ...state, filters: ofAnyDay(state.filters) })
  const address = links.page(path)
  const webcal = asWebcal(address)
  const outlook = new URLSearchParams({ url: address, name: config.siteName })
  const ways = [
    ['Google Calendar', `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal })}`],
    [translator.text('subscribe.apple'), webcal],
    ['Outlook.com', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`],
    ['Microsoft 365', `https://outlook.office.com/calendar/0/addfromweb?${outlook}`],
    [translator.text('feed.calendar'), rooted(context, path)],
  ] as const
  return markup`<details class="subscribe" name="panel"><summary>${translator.text('site.feeds')}</summary>
<div class="fields"><p><b>${translator.text('subscribe.title')}</b><br>${translator.text('subscribe.hint')}</p>
<ul>
${ways.map(([name, url]) => markup`<li><a class="way" href="${url}">${name}</a></li>\n`)}</ul>
<p>${translator.text('subscribe.address')}: <code id="feed-address">${address}</code></p>
<p><button type="button" class="chip" data-copy="feed-address" data-copied="${translator.text('subscribe.copied')}" hidden>${translator.text('subscribe.copy')}</button> <span role="status"></span></p>
</div></details>
`
}
