declare module 'language:*' {
  const texts: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: a JSON module has no other.
  export default texts
}

declare module '*.css' {}
