import {Text} from 'ink';
import TextInput from 'ink-text-input';
import {fieldWindow, type TextField} from '../../app/kernel/text/text-field.ts';
import {fit, widthOf} from '../../lib/text/width.ts';
import {useTui} from '../hooks.ts';
import {asciiTyped} from '../theme/ascii.ts';
import {Line} from './line.tsx';

type Props = {field: TextField; width: number; focused: boolean; placeholder?: string};

const ignore = () => {};

/**
An input line. Its text and cursor are in the state and all its keys go through the app. ink-text-input loses
keys that arrive together, so it only paints the line while it has no focus. With the focus, the cursor is the
terminal's own (see `caret.ts`), so that input methods compose at its position. Suggested text that typing
replaces is highlighted. The line is padded to its full width, because dialogs cover other content.
*/
export function LineInput({field, width, focused, placeholder = ''}: Props) {
	const {theme} = useTui();
	const isEmpty = field.text === '';
	if (focused && !(isEmpty && placeholder !== '')) {
		const {text} = fieldWindow(field, width);
		const shown = theme.ascii ? asciiTyped(text) : text;
		if (field.offered) {
			const rest = ' '.repeat(Math.max(0, width - widthOf(shown)));
			return (
				<Line
					spans={[
						{text: shown, tone: 'current'},
						{text: rest, tone: 'plain'},
					]}
				/>
			);
		}
		return <Line spans={[{text: fit(shown, width), tone: 'plain'}]} />;
	}
	const value = fit(isEmpty ? placeholder : field.text, width);
	const {dim, ...style} = theme.styles[isEmpty ? 'placeholder' : 'plain'];
	return (
		<Text wrap="truncate" {...style} {...(dim && {dimColor: dim})}>
			<TextInput
				value={theme.ascii ? asciiTyped(value) : value}
				focus={false}
				showCursor={false}
				onChange={ignore}
			/>
		</Text>
	);
}
