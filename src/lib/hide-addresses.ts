const urlHost = /\b(?:https?|wss?):\/\/(?:[^\s/"'@?#]*@)?(\[[^\]\s]*\]|[^\s/:"'?#\\),]+)/gi;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const ipv4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\w)/g;

const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/i.test(host);

/**
Returns a function that replaces the hosts of all URLs in some texts, and other names, by `host-1` and so on, the same in each
text. It also hides IPv4 and email addresses. Addresses of this machine for itself remain.
*/
export function hideAddresses(
	texts: Iterable<string>,
	names: Iterable<string> = [],
): (text: string) => string {
	const hosts = new Set<string>();
	for (const name of names) if (name.length > 2 && !isLoopback(name)) hosts.add(name.toLowerCase());
	for (const text of texts)
		for (const [, host = ''] of text.matchAll(urlHost)) if (!isLoopback(host)) hosts.add(host.toLowerCase());
	const numbered = [...hosts].map((host, at) => [host, `host-${at + 1}`] as const);
	// One name may be part of another.
	const ordered = numbered.toSorted(([a], [b]) => b.length - a.length);
	return text => {
		const hidden = ordered.reduce(
			(rest, [host, label]) => rest.replaceAll(new RegExp(RegExp.escape(host), 'gi'), label),
			text,
		);
		return hidden
			.replaceAll(email, 'EMAIL')
			.replaceAll(ipv4, address => (isLoopback(address) ? address : 'ADDRESS'));
	};
}
