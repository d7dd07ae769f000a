import {consoleMessages} from '../../messages/console.ts';
import type {OutputLine} from './console-line.ts';

/** Returns a line as the game printed it, or how many lines are missing. */
export const outputText = ({printed}: OutputLine): string =>
	printed.kind === 'omitted' ? consoleMessages.output.omitted(printed.count) : printed.text;
