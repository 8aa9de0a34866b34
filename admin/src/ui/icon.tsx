/** The strokes of the icons, on a square of 24 units with lines of 1.75: each is the `d` of one path. */
const strokes = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  events: 'M4 6h16M4 12h16M4 18h10',
  calendar: 'M5 5h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 10h16M8 3v4M16 3v4',
  review: 'M4 13l3-8h10l3 8v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 13h5a3 3 0 0 0 6 0h5',
  venue:
    'M12 21c4-4.2 6.5-7.7 6.5-11a6.5 6.5 0 0 0-13 0c0 3.3 2.5 6.8 6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  organizer: 'M4 20V9l8-5 8 5v11M4 20h16M10 20v-5h4v5M9 11h.01M15 11h.01',
  category: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  tag: 'M4 5a1 1 0 0 1 1-1h7l8 8-8 8-8-8zM8.5 8.5h.01',
  image: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 17l5-5 4 4 3-3 4 4M15 9h.01',
  import: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  export: 'M12 16V4M7 8.5l5-5 5 5M4 20h16',
  source: 'M5 12a7 7 0 0 1 12-4.9L20 10M20 5v5h-5M19 12a7 7 0 0 1-12 4.9L4 14M4 19v-5h5',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  design:
    'M12 3a9 9 0 1 0 0 18c1.4 0 2-.8 2-1.8 0-1.5-1.2-1.7-1.2-2.9 0-1 .8-1.7 2-1.7H17a4 4 0 0 0 4-4C21 6.3 17 3 12 3zM7.5 12h.01M9.5 7.5h.01M14.5 7.5h.01',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 2.9-6 6.5-6s6.5 2.5 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2.1.9 3.5 3 3.5 5.5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-3.6 3.4-6 7.5-6s7.5 2.4 7.5 6',
  activity: 'M3 12h4l3-8 4 16 3-8h4',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M4.8 12h.4M11.8 12h.4M18.8 12h.4M4.8 12.3h.4M11.8 12.3h.4M18.8 12.3h.4',
  outside: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  leave: 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9',
  side: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM9.5 4v16',
  unfold: 'M8 9l4-4 4 4M8 15l4 4 4-4',
  up: 'M12 20V4M6 10l6-6 6 6',
  down: 'M12 4v16M6 14l6 6 6-6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  edit: 'M4 20v-4L15.5 4.5l4 4L8 20zM13 7l4 4',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  density: 'M4 5h16M4 9.7h16M4 14.3h16M4 19h16',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  italic: 'M10 4h8M6 20h8M14 4l-4 16',
  heading: 'M6 4v16M18 4v16M6 12h12',
  bulletList: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  orderedList: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-1V9M4 9h3M4 15.5a1.5 1.5 0 0 1 3 0c0 1.5-3 2.5-3 4.5h3',
  blockquote: 'M4 6v12M9 8h11M9 12h11M9 16h7',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
} as const

/** The name of an icon. */
export type IconName = keyof typeof strokes

/** An icon in the colour of the text beside it. Screen readers skip it: what it means is always said by a text. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={strokes[name]} />
  </svg>
)
