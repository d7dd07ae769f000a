/*
ssh passes one string to the login shell of the other machine, which splits it into words again.
*/

/**
Quotes words for any usual shell. Backslashes and quotes are outside of the quotes, because fish reads them differently
inside.
*/
export function quoteWords(words: readonly string[]): string {
	return words.map(word => `'${word.replace(/['\\]/g, String.raw`'\$&'`)}'`).join(' ');
}

/**
Runs a program so that what it leaves running does not keep the connection: its output goes nowhere, its errors to a
file, whose end is printed.
*/
export function launchWords(words: readonly string[]): string[] {
	const script =
		'e=$(mktemp) || exit; "$0" "$@" </dev/null >/dev/null 2>"$e"; c=$?; tail -c 2000 "$e" >&2; rm -f "$e"; exit $c';
	return ['sh', '-c', script, ...words];
}
