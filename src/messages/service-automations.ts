import {plural} from '../lib/plural.ts';

/** Why a step of an automation failed, as shown in its run. */
export const stepMessages = {
	timeout: 'The step took too long.',
	serverGone: 'The server no longer exists.',
	noProfile: 'The server has no setting profile.',
	noCommand: 'The step has no command.',
	noReply: 'The game did not reply before the deadline.',
	notConfirmed:
		'The agent did not confirm the action within 10 minutes. It is not known whether it was carried out.',
	resultLost: 'The result of the action was not kept. It is not known whether it was carried out.',
	notReached: 'The game could not be reached.',
	unknownOutcome: 'The service ended during this step. Its outcome is unknown.',
	unreadable: 'The step could not be read.',
	tooManyRuns: (most: number) => `Not started: the team already has ${plural(most, 'unfinished run')}.`,
	unknownType: (type: string) => `Unknown step type ${type}.`,
};

export const scheduleMessages = {
	never: 'It has no time in the future.',
	tooLong: (max: number) => `It has more than ${max} characters.`,
	invalid: (pattern: string, why: string) => `invalid schedule "${pattern}": ${why}`,
};

/** Problems of an expression in a template. */
export const expressionMessages = {
	/** Includes the service's error key. */
	failed: (expression: string, why: string) => `automation.expression_error: {${expression}}: ${why}`,
	timeZone: (zone: string) => `Unknown time zone "${zone}".`,
	groupAsText: 'A group of values cannot be shown as text. Name one of them.',
	notANumber: (text: string) => `"${text}" is not a number.`,
	dividedByZero: 'A number cannot be divided by 0.',
	tooLong: (max: number) => `An expression can have at most ${max} characters.`,
	unexpected: (token: string) => `Unexpected "${token}".`,
	/** `next`: the token after the missing one; undefined at the end. */
	missing: (token: string, next: string | undefined) =>
		`"${token}" is missing${next === undefined ? ' at the end' : ` before "${next}"`}.`,
	incomplete: (source: string) => `The expression "${source}" is incomplete.`,
	unknownFunction: (name: string) => `Unknown function ${name}.`,
	unknownCharacter: (character: string) => `Unexpected character "${character}".`,
	emptyValue: (name: string) => `${name} cannot be read from an empty value.`,
	noElement: (name: string) => `The list has no element ${name}.`,
	unknownName: (name: string) => `Unknown name ${name}.`,
	notAFunction: (name: string) => `${name} is not a function.`,
	notAList: 'Only a list can be filtered or mapped.',
	longText: (max: number) => `The expression produces more than ${max} characters.`,
	tooManyElements: 'The expression reads too many elements.',
};
