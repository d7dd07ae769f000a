import {largest, smallest} from '../../../lib/long-lists.ts';
import {memoize} from '../../../lib/memoize.ts';
import {expressionMessages} from '../../../messages/service-automations.ts';
import {joinTexts, numberOf, textOf} from './operators.ts';
import {ExpressionError} from './tokens.ts';

type Called = (values: unknown[]) => unknown;

const numbers = (values: unknown[]) => values.flat().map(numberOf);

/** The functions of the expression language. (public documentation: AEL, functions) */
export const functions: ReadonlyMap<string, Called> = new Map<string, Called>([
	['upper', ([text]) => textOf(text).toUpperCase()],
	['lower', ([text]) => textOf(text).toLowerCase()],
	['trim', ([text]) => textOf(text).trim()],
	[
		'join',
		([list, between]) => joinTexts((Array.isArray(list) ? list : [list]).map(textOf), textOf(between ?? ',')),
	],
	['min', values => smallest(numbers(values))],
	['max', values => largest(numbers(values))],
	['sum', values => sum(numbers(values))],
	[
		'avg',
		values => {
			const all = numbers(values);
			return all.length === 0 ? null : sum(all) / all.length;
		},
	],
	['formatDate', ([seconds, pattern, zone]) => formatDate(numberOf(seconds), textOf(pattern), textOf(zone))],
]);

const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);

const fields: Record<string, Intl.DateTimeFormatPartTypes> = {
	yyyy: 'year',
	MM: 'month',
	dd: 'day',
	HH: 'hour',
	mm: 'minute',
	ss: 'second',
};

function formatDate(seconds: number, pattern: string, zone: string): string {
	const parts = partsOf(new Date(seconds * 1000), zone || 'UTC');
	return (pattern || 'yyyy-MM-dd HH:mm:ss').replaceAll(
		/yyyy|MM|dd|HH|mm|ss/g,
		field => parts.find(({type}) => type === fields[field])?.value ?? '',
	);
}

/** Memoized, because a projection may format thousands of times in one time zone. */
const formatOf = memoize((timeZone: string) => {
	const [two, hourCycle] = ['2-digit', 'h23'] as const;
	return new Intl.DateTimeFormat('en-GB', {
		timeZone,
		hourCycle,
		year: 'numeric',
		month: two,
		day: two,
		hour: two,
		minute: two,
		second: two,
	});
});

function partsOf(moment: Date, timeZone: string): Intl.DateTimeFormatPart[] {
	try {
		return formatOf(timeZone).formatToParts(moment);
	} catch (error) {
		throw new ExpressionError(expressionMessages.timeZone(timeZone), {cause: error});
	}
}
