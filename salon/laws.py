"""The laws that every game keeps, checked on random walks with no code per game.

```python
from salon import laws

laws.check(game, stand_in)  # what was seen, or Broken, which says which law and on which walk
```
"""

from salon.core.lawbook import LAWS, Broken
from salon.core.laws import Seen, check

__all__ = ["LAWS", "Broken", "Seen", "check"]
