/** Returns the time zone of this process, which `TZ` sets. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
}
