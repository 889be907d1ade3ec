"""The laws that every game keeps, checked on random walks with no code per game.

```python
from salon import laws

laws.check(game, stand_in)  # what was seen, or Broken, which says which law and on which walk
laws.check_words("snow_white")  # whether everything has its sentence, and fits it
```
"""

from salon.core.lawbook import LAWS, Broken
from salon.core.laws import Seen, check
from salon.wording import check_words

__all__ = ["LAWS", "Broken", "Seen", "check", "check_words"]
