/** A page without its style and its script, which stand in files of their own. */
export function withoutAssets(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script>[\s\S]*?<\/script>/, '<script></script>')
    .replace(/&#39;sha256-.*?&#39;/g, '&#39;sha256&#39;')
}
