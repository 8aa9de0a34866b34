import type { ChangeFeed } from '../cache/change-feed.ts'
import type { Config } from '../config.ts'
import { hashTag } from '../lib/tag.ts'

/** How far the changes of the calendar have come: the number of the newest one, and what tells these numbers from others (contract C8). */
export type ChangePosition = { readonly number: number; readonly epoch: string }

let last: { readonly config: Config; readonly tag: string } | undefined

/** Identifies the settings that records show: when one of them changes, every record does. */
const tagOfSettings = (config: Config): string => {
  if (last?.config !== config)
    last = { config, tag: hashTag(JSON.stringify([config.publicUrl, config.currency])).slice(0, 6) }
  return last.tag
}

/** How far the changes have come that this process has read. */
export const positionOf = ({ position }: Pick<ChangeFeed, 'position'>, config: Config): ChangePosition => {
  const { number, epoch } = position()
  return { number, epoch: `${epoch}-${tagOfSettings(config)}` }
}

/** The headers of a list from which its reader can follow the changes; those are what has happened since (contract C8.2). */
export const positionHeaders = (
  changeFeed: Pick<ChangeFeed, 'position'>,
  config: Config,
): { readonly 'kalends-change-number': string; readonly 'kalends-epoch': string } => {
  const { number, epoch } = positionOf(changeFeed, config)
  return { 'kalends-change-number': String(number), 'kalends-epoch': epoch }
}
