"""From labelled points to a moving skeleton: who is who, the actor's skeleton, and the pose of every frame."""
