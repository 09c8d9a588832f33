//! A screen of bounded size that is written to and never asked.
//!
//! A terminal may say that it is 65,535 columns wide and as high, and a frame holds every cell twice: that is more memory
//! than there is. On such a terminal the game takes the upper left part that a frame can hold.
//!
//! Where the cursor stands is nothing to ask a terminal for: some never answer, and the answer comes between the keys of the
//! player. The cursor is hidden, so it does not matter.

use std::io;

use ratatui::{
    backend::{Backend, ClearType, WindowSize},
    buffer::Cell,
    layout::{Position, Size},
};

/// More columns and rows than any screen shows: cells of four by four pixels on one of 4096 by 2048.
const LARGEST: Size = Size { width: 1024, height: 512 };

/// A backend that is no larger than we can draw.
pub(super) struct Bounded<B>(pub(super) B);

const fn bounded(size: Size) -> Size {
    Size {
        width: if size.width < LARGEST.width { size.width } else { LARGEST.width },
        height: if size.height < LARGEST.height { size.height } else { LARGEST.height },
    }
}

impl<B: Backend<Error = io::Error>> Backend for Bounded<B> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        self.0.draw(content)
    }

    fn append_lines(&mut self, count: u16) -> io::Result<()> {
        self.0.append_lines(count)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size().map(bounded)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let WindowSize { columns_rows, pixels } = self.0.window_size()?;
        Ok(WindowSize { columns_rows: bounded(columns_rows), pixels })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_sizes_are_as_they_are() {
        for (width, height) in [(0, 0), (80, 24), (300, 100), (1024, 512)] {
            assert_eq!(bounded(Size { width, height }), Size { width, height });
        }
        assert_eq!(bounded(Size { width: u16::MAX, height: 24 }), Size { width: 1024, height: 24 });
        assert_eq!(bounded(Size { width: u16::MAX, height: u16::MAX }), LARGEST);
    }
}
