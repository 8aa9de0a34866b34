/** The state or province of a venue as pages, feeds and JSON-LD show it: `state` or `province` where a client has sent them alone (F5.9). */
export const showRegion = ({
  stateprovince = '',
  province = '',
  state = '',
}: {
  readonly [name in 'stateprovince' | 'province' | 'state']?: string | undefined
}): string => stateprovince || province || state
