/**
Returns the message of a delayed stop or restart as players read it. `{minutes}` becomes the minutes left, with a
singular for 1. The public node agent replaces only the number. (public documentation: Timed stop/restart)
*/
export function fillMinutes(message: string, minutes: number): string {
	const singular = minutes === 1 ? message.replaceAll(/(\{minutes\}\s+min(?:ute)?)s\b/gi, '$1') : message;
	return singular.replaceAll('{minutes}', String(minutes));
}
