import {largest} from '../lib/long-lists.ts';
import {ownValue} from '../lib/maps.ts';
import {rconMessages} from '../messages/rcon.ts';

/** A line that begins so is sent without waiting for its answer. */
export const plainPrefix = '& ';

/** Words of one's own for longer lines; `{1}` … `{9}` stand for arguments, `{*}` for all that are left. */
export type Aliases = Readonly<Record<string, string>>;

export type Expanded = {text: string} | {problem: string};

/** The line as it reads without aliases, unless its own first word would be taken for one again. */
export function withoutAlias(line: string, aliases: Aliases): string {
	const once = expandAlias(line, aliases);
	if ('problem' in once) return line;
	const twice = expandAlias(once.text, aliases);
	return 'text' in twice && twice.text === once.text ? once.text : line;
}

/** The line with an alias as its first word replaced by what it stands for; a line without one is returned as it is. */
export function expandAlias(line: string, aliases: Aliases): Expanded {
	const plain = line.startsWith(plainPrefix) ? plainPrefix : '';
	const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line.slice(plain.length).trim()) ?? [];
	const body = ownValue(aliases, name);
	if (body === undefined) return {text: line};
	const given = rest.match(/"[^"]*"|\S+/g) ?? [];
	const slots = [...body.matchAll(/\{([1-9])\}/g)].map(([, number]) => Number(number));
	const most = largest([0, ...slots]);
	if (given.length < most) return {problem: rconMessages.aliasNeedsArguments(name, most, body)};
	const left = given.slice(most).join(' ');
	const filled = body.replace(/\{([1-9]|\*)\}/g, (_, slot: string) =>
		slot === '*' ? left : (given[Number(slot) - 1] ?? ''),
	);
	const takesRest = body.includes('{*}') || left === '';
	return {text: plain + (takesRest ? filled : `${filled} ${left}`).trim()};
}
