/** Formats a size: `512 B`, `12 KiB`, `3.2 GiB`. */
export function bytesText(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} KiB`;
	if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
	return bytes < 1024 ** 4
		? `${(bytes / 1024 ** 3).toFixed(1)} GiB`
		: `${(bytes / 1024 ** 4).toFixed(1)} TiB`;
}
