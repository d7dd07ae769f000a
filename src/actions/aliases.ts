import {largest} from '../lib/lists/long-lists.ts';
import {type ByName, ownValue} from '../lib/json/maps.ts';
import {rconMessages} from '../messages/rcon.ts';

/** Prefix of a line that is sent without waiting for its answer. */
export const plainPrefix = '& ';

/** User-defined words for longer lines; `{1}` … `{9}` are arguments, `{*}` is the rest. */
export type Aliases = ByName<string>;

export type Expanded = {text: string} | {problem: string};

/** Expands the alias of a line, unless the result would be expanded again. */
export function withoutAlias(line: string, aliases: Aliases): string {
	const once = expandAlias(line, aliases);
	if ('problem' in once) return line;
	const twice = expandAlias(once.text, aliases);
	return 'text' in twice && twice.text === once.text ? once.text : line;
}

/** Expands an alias in the first word; returns a line without one unchanged. */
export function expandAlias(line: string, aliases: Aliases): Expanded {
	const plain = line.startsWith(plainPrefix) ? plainPrefix : '';
	const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line.slice(plain.length).trim()) ?? [];
	const body = ownValue(aliases, name);
	if (body === undefined) return {text: line};
	const args = rest.match(/"[^"]*"|\S+/g) ?? [];
	const slots = [...body.matchAll(/\{([1-9])\}/g)].map(([, number]) => Number(number));
	const most = largest([0, ...slots]);
	if (args.length < most) return {problem: rconMessages.aliasNeedsArguments(name, most, body)};
	const left = args.slice(most).join(' ');
	const filled = body.replace(/\{([1-9]|\*)\}/g, (_, slot: string) =>
		slot === '*' ? left : (args[Number(slot) - 1] ?? ''),
	);
	const takesRest = body.includes('{*}') || left === '';
	return {text: plain + (takesRest ? filled : `${filled} ${left}`).trim()};
}
